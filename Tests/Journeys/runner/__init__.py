"""Runs journeys and Swift tests side by side, each part as a process of its own."""
