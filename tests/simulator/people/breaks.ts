// Faults about lists and people that are put in on purpose: a simulator that does not notice them proves nothing.
import type { Breaks } from '../breaks.ts'

/** What is broken, and how. */
export const peopleBreaks: Breaks = {
  'no list is asked': [{ file: 'functions/domain/leads/take.ts', from: `exclusions[index] ?? null`, to: `null` }],
}
