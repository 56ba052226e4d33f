import { contracts } from '#shared/contracts/index.ts'
import { invalid, lostTo, notFound } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import type { Audience } from '#shared/model/audience.ts'
import { foldText } from '#shared/model/node.ts'
import { present } from '#shared/present.ts'
import { handle } from '../../kit/handle.ts'
import { toAudienceRow } from '../../wire/audiences/audience.ts'

const MOST = 200
const TAKEN = 'There is an audience of this name already.'
/** What a new one says itself, by its contract. */
const nothing = { name: '', line: 'local', area: 'national', keywords: [], places: [] } satisfies Partial<Audience>
type Facts = { name: string; line: string; area: string; keywords: string[]; places: string[] }
const toFacts = ({ name, line, area, keywords, places }: Facts) => ({ audience: name, line, area, keywords, places })

export default handle(contracts.audiences.save, async ({ db, input, company, now, newId, tell }) => {
  const { audienceID, area } = input
  const all = await db.audience.list(company.id)
  const known = all.find(({ id }) => id === audienceID)
  if (audienceID && !known) throw notFound('audience')
  const { name, ...rest } = {
    ...(known ?? nothing),
    ...present({ name: input.name, line: input.leadspeek_type, keywords: input.keywords }),
    ...(area && { area, places: [...(area === 'states' ? input.states : area === 'zips' ? input.zip_codes : [])] }),
  }
  if (all.some((other) => other.id !== audienceID && foldText(other.name) === foldText(name)))
    throw invalid({ name: TAKEN })
  if (!audienceID && all.length >= MOST) throw invalid({ name: `A company can save ${MOST} audiences.` })
  const audience: Audience = {
    ...rest,
    id: audienceID || newId('audience'),
    companyId: company.id,
    name,
    updatedAt: now(),
  }
  const done = known ? await db.audience.update(known, audience) : await db.audience.create(audience)
  if (done === 'gone') throw lostTo({ name: messages.changedMeanwhile })
  if (done === 'name_taken' || done === false) throw lostTo({ name: TAKEN })
  tell({
    description: `${known ? 'Changed' : 'Saved'} the audience ${name} of ${company.name}`,
    ...changed(known ? toFacts(known) : {}, toFacts(audience)),
  })
  return {
    result: 'success' as const,
    message: audienceID ? messages.updated : messages.added,
    data: toAudienceRow(audience),
  }
})
