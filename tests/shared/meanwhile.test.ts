import { expect, it } from 'vitest'
import { amountMeanwhile, setMeanwhile } from '#shared/meanwhile.ts'

it.each([
  [amountMeanwhile('the price per lead', '4.1'), 'Somebody else set the price per lead to $4.10 meanwhile.'],
  [amountMeanwhile('the price per lead', '0.0125'), 'Somebody else set the price per lead to $0.0125 meanwhile.'],
  [
    amountMeanwhile('the first months', '100,250.5'),
    'Somebody else set the first months to $100.00, $250.50 meanwhile.',
  ],
  [amountMeanwhile('the bound', ''), 'Somebody else took the bound away meanwhile.'],
  [setMeanwhile('the name', 'Gold'), 'Somebody else set the name to Gold meanwhile.'],
])('says what somebody else has set as people write it: %s', (said, words) => {
  expect(said).toBe(words)
})
