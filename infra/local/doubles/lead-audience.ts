// What the double of the lead data provider knows of audiences: keywords that are like a text, and how many people there are.
// The same question always has the same answer; a wider area never holds fewer people, and each keyword adds some.
import { createHash } from 'node:crypto'
import { loadPlaces, zipsOfCity, zipsOfState } from '#functions/domain/keywords/places.ts'
import type { AudienceQuestion } from '#functions/gateways/lead-data.ts'

const subjects = [
  ...['dentist', 'dental implants', 'orthodontist', 'teeth whitening', 'root canal', 'emergency dentist'],
  ...['roof repair', 'roof replacement', 'roofing contractor', 'gutter cleaning', 'solar panels', 'window replacement'],
  ...['gym membership', 'personal trainer', 'yoga classes', 'weight loss', 'physical therapy', 'massage therapist'],
  ...[
    'car insurance',
    'home insurance',
    'life insurance',
    'mortgage rates',
    'refinance',
    'personal loan',
    'tax lawyer',
  ],
  ...[
    'divorce lawyer',
    'injury lawyer',
    'immigration lawyer',
    'estate planning',
    'real estate agent',
    'homes for sale',
  ],
  ...[
    'plumber',
    'electrician',
    'hvac repair',
    'kitchen remodeling',
    'bathroom remodeling',
    'landscaping',
    'pest control',
  ],
  ...['crm software', 'payroll software', 'cloud hosting', 'cyber security', 'managed it services', 'office space'],
]
const ways = ['', ' near me', ' cost', ' reviews', ' quotes', ' companies', ' financing', ' free consultation']
const all = subjects.flatMap((subject) => ways.map((way) => subject + way))

/** Keywords that begin with a text come before those that hold it. */
export function findKeywords(search: string, limit: number): string[] {
  const text = search.trim().toLowerCase()
  const begins = all.filter((keyword) => keyword.startsWith(text))
  const holds = all.filter((keyword) => keyword.includes(text) && !keyword.startsWith(text))
  return [...begins, ...holds].slice(0, limit)
}

/** A number between two others that follows from a text. */
function numberOf(text: string, least: number, most: number): number {
  const hash = createHash('sha256').update(text).digest().readUInt32BE(0)
  return least + (hash / 0xffffffff) * (most - least)
}

/** Which part of the country's zip codes an area holds; a zip code that the table does not know counts as one. */
async function shareOf({
  states,
  cities,
  zips,
}: {
  states: readonly string[]
  cities: readonly string[]
  zips: readonly string[]
}) {
  const places = await loadPlaces()
  const covered = new Set([
    ...states.flatMap((state) => zipsOfState(places, state)),
    ...cities.flatMap((city) => zipsOfCity(places, city)),
    ...zips,
  ])
  return Math.min(1, covered.size / places.zips.size)
}

/** How many people of a week a question finds. Keywords that begin with `zero` find nobody. */
export async function peopleOf(question: AudienceQuestion): Promise<number> {
  if (question.line === 'local') {
    const { host } = new URL(question.siteUrl)
    return host.startsWith('zero') ? 0 : Math.round(numberOf(host, 200, 20_000))
  }
  const keywords = new Set(question.keywords.map((keyword) => keyword.trim().toLowerCase()))
  const nationwide = [...keywords]
    .filter((keyword) => !keyword.startsWith('zero'))
    .reduce((sum, keyword) => sum + numberOf(`${question.line} ${keyword}`, 20_000, 400_000), 0)
  const share = question.area === 'national' ? 1 : await shareOf(question.area)
  return Math.round(nationwide * share)
}
