"""The basis of the user journeys: private sessions, real input, accessibility, actions."""
