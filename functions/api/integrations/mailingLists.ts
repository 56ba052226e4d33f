import { contracts } from '#shared/contracts/index.ts'
import { tools } from '#shared/integrations/tools.ts'
import { askOptions, countQuestion } from '../../domain/connections/options.ts'
import { mapConcurrent } from '../../domain/lib/map-concurrent.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.integrations.mailingLists, async (context) => {
  const { actor, company, db } = context
  await countQuestion(context, actor)
  const connections = (await db.tool.list(company.id)).filter(
    ({ slug, lostAt }) => tools[slug].hasMailingLists && lostAt === 0,
  )
  const lists = await mapConcurrent(connections, async (connection) => {
    const options = await askOptions(context, connection, 'lists')
    return options.map((option) => ({ slug: connection.slug, ...option }))
  })
  return { result: lists.flat() }
})
