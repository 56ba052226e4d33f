// What the double of the lead data provider knows of searches: who looked for a keyword in an area, and when. All of it follows
// from keyword, area and hour, so the same question finds the same people in each run, however it is cut into windows.
import { createHash } from 'node:crypto'
import { loadPlaces, type Places, zipsOfCity, zipsOfState } from '#functions/domain/keywords/places.ts'
import type { PullQuestion } from '#functions/gateways/lead-data.ts'
import { type KnownPerson, personOf } from './lead-people.ts'

/** A search as the provider tells it; `seenAt` in ms. */
export type Search = { recordId: string; seenAt: number; keyword: string; person: KnownPerson }
export type SearchQuestion = Pick<PullQuestion, 'line' | 'keywords' | 'area' | 'informationTypeIds' | 'from' | 'to'>

const HOUR = 3_600_000
/** How many people search for a keyword in an hour, one of these at random. */
const anHour = [0, 0, 0, 0, 1, 1, 1, 2, 2, 4] as const

const hashOf = (...facts: (string | number)[]) => createHash('sha256').update(facts.join('\n')).digest()
const pick = <One>(all: readonly One[], number: number): One | undefined => all[number % all.length]

const areaText = (area: SearchQuestion['area']) =>
  area === 'national' ? area : [area.states, area.cities, area.zips].map((part) => [...part].sort().join()).join(';')

let everywhere: readonly string[] | undefined

/** One zip code of an area, by a number; undefined where the table knows none of it. */
function zipIn(places: Places, area: SearchQuestion['area'], number: number): string | undefined {
  if (area === 'national') {
    everywhere ??= [...places.zips.keys()]
    return pick(everywhere, number)
  }
  const parts = [...area.states, ...area.cities, ...area.zips]
  const at = number % parts.length
  if (at < area.states.length) return pick(zipsOfState(places, parts[at] ?? ''), number)
  if (at < area.states.length + area.cities.length) return pick(zipsOfCity(places, parts[at] ?? ''), number)
  return parts[at]
}

function homeIn(places: Places, area: SearchQuestion['area'], number: number): Partial<KnownPerson> {
  const zip = zipIn(places, area, number)
  const place = zip && places.zips.get(zip)?.place
  const street = `${100 + (number % 9000)} ${pick(['Oak St', 'Main St', 'Lake Ave', 'Hill Rd'], number)}`
  return { street, ...(zip && { zip }), ...(place && { city: place.name, state: place.state }) }
}

/** Of twelve people one has no number, one no address for mail, and two have a second one. */
function contactsOf(person: KnownPerson, number: number): Partial<KnownPerson> {
  const kind = number % 12
  if (kind === 0) return { phone: '' }
  if (kind === 1) return { email: '' }
  if (kind > 3) return {}
  return { emails: [person.email, `home.${person.email}`], phones: [person.phone ?? '', '+13125550199'] }
}

const values: Record<string, readonly string[]> = {
  'age-range': ['25-34', '35-44', '45-54', '55-64'],
  gender: ['F', 'M'],
  'household-income': ['$50,000 - $74,999', '$75,000 - $99,999', '$100,000 or more'],
  'company-name': ['Lakeside Dental', 'Summit Roofing', 'Harbor Foods', 'Prairie Press'],
  'job-title': ['Owner', 'Office manager', 'Head of marketing', 'Buyer'],
  industry: ['Retail', 'Health care', 'Construction', 'Food'],
  'company-website': ['lakeside-dental.example', 'summit-roofing.example', 'harbor-foods.example'],
  'company-phone': ['+13125550120', '+13125550121', '+13125550122'],
  'company-address': ['400 Lake Ave, Chicago, IL 60601', '12 Oak St, Denver, CO 80202'],
  'number-of-employees': ['1 - 9', '10 - 49', '50 - 249'],
  'yearly-revenue': ['Below $1 million', '$1 - $5 million', '$5 - $20 million'],
  department: ['Management', 'Sales', 'Operations'],
  seniority: ['Owner', 'Director', 'Manager'],
  'business-e-mail': ['office@lakeside-dental.example', 'hello@summit-roofing.example'],
  'marital-status': ['Married', 'Single'],
  occupation: ['Teacher', 'Nurse', 'Engineer', 'Retired'],
  'net-worth': ['$100,000 - $249,999', '$250,000 - $499,999'],
  'credit-rating': ['Good', 'Very good', 'Excellent'],
  'home-value': ['$200,000 - $299,999', '$300,000 - $499,999'],
  interests: ['Gardening', 'Travel', 'Cooking', 'Sports'],
}
export const told = (ids: readonly string[], number: number) =>
  Object.fromEntries(ids.map((id, at) => [id, pick(values[id] ?? ['Yes', 'No', 'Unknown'], number + at) ?? '']))

/** What only some products tell of a person, and only where it was asked for. */
function informationOf({ line, informationTypeIds: ids }: SearchQuestion, number: number): Partial<KnownPerson> {
  if (line === 'enhance') return { advanced: told(ids, number) }
  return line === 'b2b' ? { company: told(ids, number) } : {}
}

/** Who searched, the earliest first. Keywords that begin with `zero` are searched by nobody. */
export async function searchesOf(question: SearchQuestion): Promise<Search[]> {
  const { line, keywords, area, from, to } = question
  const places = await loadPlaces()
  const found: Search[] = []
  for (const keyword of new Set(keywords.map((text) => text.trim().toLowerCase()))) {
    if (keyword.startsWith('zero')) continue
    for (let hour = Math.floor(from / HOUR); hour * HOUR < to; hour++) {
      const facts = [line, keyword, areaText(area), hour] as const
      const count = pick(anHour, hashOf(...facts).readUInt32BE(0)) ?? 0
      for (let number = 0; number < count; number++) {
        const hash = hashOf(...facts, number)
        const [minute, chance, who] = [hash.readUInt32BE(0), hash.readUInt32BE(4), hash.readUInt32BE(8)]
        const seenAt = hour * HOUR + (minute % HOUR)
        if (seenAt < from || seenAt >= to) continue
        // Every fourth is one of a few people who search for everything: they live anywhere, and several campaigns find them.
        const isCommon = chance % 4 === 0
        const [seed, home] = isCommon ? [who % 40, 'national' as const] : [who, area]
        const person = personOf(isCommon ? `searcher-${seed}` : `searcher-${hash.toString('hex')}`)
        const known = { ...person, ...homeIn(places, home, seed), ...contactsOf(person, seed) }
        const recordId = `search-${hash.toString('hex', 0, 12)}`
        found.push({ recordId, seenAt, keyword, person: { ...known, ...informationOf(question, seed) } })
      }
    }
  }
  return found.sort(inOrder)
}

export const inOrder = (a: Search, b: Search) => a.seenAt - b.seenAt || (a.recordId < b.recordId ? -1 : 1)
