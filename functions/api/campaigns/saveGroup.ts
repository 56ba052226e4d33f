import { contracts } from '#shared/contracts/index.ts'
import { invalid, lostTo, notFound } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { foldText } from '#shared/model/node.ts'
import { handle } from '../../kit/handle.ts'
import { toGroup } from '../../wire/campaigns/groups.ts'

const MOST_GROUPS = 200
const TAKEN = 'There is a group of this name already.'
const toFacts = ({ name, moduleId }: { name: string; moduleId: string }) => ({ group: name, product: moduleId })

export default handle(contracts.campaigns.saveGroup, async ({ db, input, company, newId, tell }) => {
  const { companyGroupID, companyGroupName: name, moduleID: moduleId } = input
  const groups = await db.companyGroup.list(company.id)
  const isTaken = groups.some(
    (group) => group.id !== companyGroupID && group.moduleId === moduleId && foldText(group.name) === foldText(name),
  )
  if (isTaken) throw invalid({ companyGroupName: TAKEN })
  if (!companyGroupID && groups.length >= MOST_GROUPS)
    throw invalid({ companyGroupName: `A company can have ${MOST_GROUPS} groups.` })
  const group = { companyId: company.id, id: companyGroupID || newId('group'), name, moduleId }
  const known = groups.find(({ id }) => id === group.id)
  if (companyGroupID && !known) throw notFound('group')
  const done = known ? await db.companyGroup.update(known, group) : await db.companyGroup.create(group)
  if (done === 'gone') throw lostTo({ companyGroupName: messages.changedMeanwhile })
  if (done === 'name_taken' || done === false) throw lostTo({ companyGroupName: TAKEN })
  tell({
    description: `${known ? 'Changed' : 'Added'} the group ${name} of ${company.name}`,
    ...changed(known ? toFacts(known) : {}, toFacts(group)),
  })
  return {
    result: 'success' as const,
    message: companyGroupID ? messages.updated : messages.added,
    params: toGroup(group),
  }
})
