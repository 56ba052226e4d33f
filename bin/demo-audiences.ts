// Audiences that the demonstration's agency and one of its clients saved, so that the list and the editor have some to choose from.
import type { Services } from '#functions/kit/services.ts'
import type { Audience } from '#shared/model/audience.ts'
import type { Company } from '#shared/model/company.ts'

type Cast = { northlight: Company; brightSmiles: Company }
type Saved = Pick<Audience, 'name' | 'line' | 'keywords' | 'area' | 'places'>

const ofAgency: readonly Saved[] = [
  {
    name: 'Home owners who plan a new roof',
    line: 'locator',
    keywords: ['roof replacement', 'roof repair near me', 'metal roofing cost'],
    area: 'states',
    places: ['IL', 'IN', 'WI'],
  },
  {
    name: 'Looking for a gym',
    line: 'locator',
    keywords: ['gym membership', 'personal trainer'],
    area: 'zips',
    places: ['60601', '60605', '60611', '60614'],
  },
  {
    name: 'Practice managers',
    line: 'b2b',
    keywords: ['practice management software'],
    area: 'national',
    places: [],
  },
]
const ofClient: readonly Saved[] = [
  {
    name: 'Implants and dentures',
    line: 'locator',
    keywords: ['dental implants', 'dentures', 'implant dentist'],
    area: 'states',
    places: ['IL'],
  },
]

export async function plantAudiences({ db, newId, now }: Services, { northlight, brightSmiles }: Cast): Promise<void> {
  const all = [
    ...ofAgency.map((saved) => ({ ...saved, companyId: northlight.id })),
    ...ofClient.map((saved) => ({ ...saved, companyId: brightSmiles.id })),
  ]
  for (const saved of all) await db.audience.create({ ...saved, id: newId('audience'), updatedAt: now() })
}
