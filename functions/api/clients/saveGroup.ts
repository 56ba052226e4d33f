import { contracts } from '#shared/contracts/index.ts'
import { invalid, notFound } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { foldText } from '#shared/model/node.ts'
import { toGroup } from '../../domain/company-groups.ts'
import { handle } from '../../kit/handle.ts'

const MOST_GROUPS = 200
const toFacts = ({ name, moduleId }: { name: string; moduleId: string }) => ({ group: name, product: moduleId })

export default handle(contracts.clients.saveGroup, async ({ db, input, company, newId, tell }) => {
  const { companyGroupID, companyGroupName: name, moduleID: moduleId } = input
  const groups = await db.companyGroup.list(company.id)
  const isTaken = groups.some(
    (group) => group.id !== companyGroupID && group.moduleId === moduleId && foldText(group.name) === foldText(name),
  )
  if (isTaken) throw invalid({ companyGroupName: 'There is a group of this name already.' })
  if (!companyGroupID && groups.length >= MOST_GROUPS)
    throw invalid({ companyGroupName: `A company can have ${MOST_GROUPS} groups.` })
  const group = { companyId: company.id, id: companyGroupID || newId('group'), name, moduleId }
  if (!companyGroupID) await db.companyGroup.create(group)
  else if (!(await db.companyGroup.update(group))) throw notFound('group')
  const known = groups.find(({ id }) => id === group.id)
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
