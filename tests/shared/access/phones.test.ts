import { expect, it } from 'vitest'
import { seesPhones } from '#shared/access/phones.ts'

const roles = ['root', 'agency', 'administrator', 'client'] as const
const flags = [true, false]

it('numbers of leads are shown to whom client, campaign and agency leave them', () => {
  for (const role of roles)
    for (const showsPhone of flags)
      for (const hasPhone of flags)
        for (const hidesPhone of flags) {
          const expected = showsPhone && hasPhone && (role !== 'client' || !hidesPhone)
          expect(seesPhones({ role }, { showsPhone }, { hasPhone, hidesPhone })).toBe(expected)
        }
})
