"""Runs what there is to run, side by side: journeys and Swift tests, each part a process of its own."""
