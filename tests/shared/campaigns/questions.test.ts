import { describe, expect, it } from 'vitest'
import { campaignQuestions } from '#shared/campaigns/questions.ts'

describe('the questions about a campaign', () => {
  it('CMP-24 have an id of their own within a product, and may all be left open', () => {
    for (const questions of Object.values(campaignQuestions)) {
      expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
      expect(questions.every(({ isOptional }) => isOptional)).toBe(true)
    }
  })
})
