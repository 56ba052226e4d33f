import { contracts } from '#shared/contracts/index.ts'
import { invalid, notFound } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { foldText } from '#shared/model/node.ts'
import { cleanTags } from '#shared/text.ts'
import { toAudienceRow } from '../../domain/audiences.ts'
import { handle } from '../../kit/handle.ts'

const MOST = 200
type Facts = { name: string; line: string; area: string; keywords: string[]; places: string[] }
const toFacts = ({ name, line, area, keywords, places }: Facts) => ({ audience: name, line, area, keywords, places })

export default handle(contracts.clients.saveAudience, async ({ db, input, company, now, newId, tell }) => {
  const { audienceID, name, area } = input
  const all = await db.audience.list(company.id)
  if (all.some((other) => other.id !== audienceID && foldText(other.name) === foldText(name)))
    throw invalid({ name: 'There is an audience of this name already.' })
  if (!audienceID && all.length >= MOST) throw invalid({ name: `A company can save ${MOST} audiences.` })
  const places = area === 'states' ? input.states : area === 'zips' ? input.zip_codes : []
  const audience = {
    ...{ id: audienceID || newId('audience'), companyId: company.id, name, line: input.leadspeek_type, area },
    ...{ keywords: cleanTags(input.keywords), places: [...new Set(places)], updatedAt: now() },
  }
  if (!audienceID) await db.audience.create(audience)
  else if (!(await db.audience.update(audience))) throw notFound('audience')
  const known = all.find(({ id }) => id === audience.id)
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
