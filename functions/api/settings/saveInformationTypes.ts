import { contracts } from '#shared/contracts/index.ts'
import { conflict, invalid } from '#shared/errors.ts'
import { changed } from '#shared/log-facts.ts'
import { messages } from '#shared/messages.ts'
import { changeTypes, type InformationList, refusalForTypes } from '#shared/model/information-type.ts'
import { handle } from '../../kit/handle.ts'
import { toInformationWire } from '../../wire/settings/information-types.ts'

const facts = ({ types }: InformationList) => ({ types: types.map(({ name }) => name) })

export default handle(contracts.settings.saveInformationTypes, async ({ db, actor, input, now, newId, tell }) => {
  const { type, data, revision } = input
  const before = await db.informationType.find(actor.rootId, type)
  const meanwhile = () =>
    conflict('Somebody else has changed this list meanwhile. Open it again to see what it is now.')
  if (before.revision !== revision) throw meanwhile()
  const wrong = refusalForTypes(before, data)
  if (wrong) throw invalid({ [`data.${wrong.row}.name`]: wrong.message })
  const after = changeTypes(before, data, () => newId('information'))
  if (!(await db.informationType.save(actor.rootId, type, after, { by: actor.userId, at: now() }))) throw meanwhile()
  tell({
    description: `Changed the types of ${type === 'advanced' ? 'advanced' : 'B2B'} information`,
    ...changed(facts(before), facts(after)),
  })
  return { result: 'success' as const, message: messages.settingSaved, ...toInformationWire(after) }
})
