import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, searchWords } from '#shared/model/node.ts'

const piece = fc.constantFrom('ma', 'maya', 'maple', 'mapleson', 'mays', 'ann', 'annabel', 'x1', 'x12', 'Ö')
const name = fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(' '))

describe('the words a company is found by', () => {
  it('leave out what begins another, and find what all of them would', () => {
    fc.assert(
      fc.property(name, name, piece, piece, (companyName, fullName, local, domain) => {
        const email = `${local}@${domain}.com`
        const kept = searchWords({ companyName, fullName, email })
        const every = foldText(`${companyName} ${fullName} ${local} ${domain} ${email}`)
          .split(' ')
          .filter((word) => word.length >= 2)
        for (const word of every)
          for (let end = 2; end <= word.length; end++)
            expect(kept.some((one) => one.startsWith(word.slice(0, end)))).toBe(true)
        for (const one of kept) expect(every).toContain(one)
        for (const one of kept) expect(kept.filter((other) => other !== one && other.startsWith(one)).join()).toBe('')
      }),
    )
  })

  it('are as few as can be', () => {
    const node = { companyName: 'Maple Dental', fullName: 'Maya Mapleson', email: 'maya@maple.example' }
    expect(searchWords(node)).toEqual(['dental', 'mapleson', 'maya@maple.example'])
  })
})
