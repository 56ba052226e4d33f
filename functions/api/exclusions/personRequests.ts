import { contracts } from '#shared/contracts/index.ts'
import { personRequestAt } from '#shared/model/person-request.ts'
import { handle } from '../../kit/handle.ts'
import { toRequestRow } from '../../wire/exclusions/person-request.ts'

const SHOWN = 20

export default handle(contracts.exclusions.personRequests, async ({ company, db, now }) => {
  const requests = await db.personRequest.listRecent(company.id, SHOWN)
  const at = now()
  return { data: requests.map((request) => toRequestRow(personRequestAt(request, at), at)) }
})
