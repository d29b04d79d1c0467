package io.snowgate.loadtest;

/** A turn, and what the rest of the machine did meanwhile. */
record Outcome(Turn turn, CpuUse use) {}
