"""What the user journeys stand on: private sessions, real input, accessibility, actions."""
