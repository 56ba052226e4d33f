import { contracts } from '#shared/contracts/index.ts'
import { notFound } from '#shared/errors.ts'
import { handle } from '../../kit/handle.ts'
import { toClient } from '../../wire/developer/api.ts'

export default handle(contracts.developer.getClient, async ({ db, agency, company }) => {
  const client = await db.node.find(agency.id, company.id)
  if (!client) throw notFound('client')
  return toClient(client)
})
