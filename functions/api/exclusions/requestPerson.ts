import { contracts } from '#shared/contracts/index.ts'
import { invalid } from '#shared/errors.ts'
import type { PersonRequest } from '#shared/model/person-request.ts'
import { personHash } from '../../domain/exclusions/check.ts'
import { handle } from '../../kit/handle.ts'
import { toRequestRow } from '../../wire/exclusions/person-request.ts'

/** What was on its way when the person was asked to be erased is stored by then. */
const ERASE_SECONDS = 120

const words = {
  export: { said: 'The copy is being made.', did: 'Asked for a copy of what is held on a person' },
  erase: { said: 'The person is being erased.', did: 'Asked for a person to be erased' },
} as const

export default handle(contracts.exclusions.requestPerson, async (context) => {
  const { input, company, actor, db, queues, now, newId, tell } = context
  if (company.kind === 'client') throw invalid({ company_id: 'Ask for it at the agency of this client.' })
  const { kind, email } = input
  const at = now()
  const personal = personHash(email)
  const request: PersonRequest = {
    id: newId('personRequest'),
    companyId: company.id,
    kind,
    status: 'waiting',
    part: 'find',
    cursor: '',
    hashes: [personal],
    found: [],
    answered: 0,
    campaigns: 0,
    files: 0,
    reason: null,
    requestedBy: actor.userId,
    createdAt: at,
    updatedAt: at,
  }
  // From here on the person becomes no lead any more, even if this request is lost.
  if (kind === 'erase') await db.exclusion.erase(company.id, [Buffer.from(personal, 'hex')], at)
  await db.personRequest.create(request)
  const { id } = request
  await queues.send(
    'answerPersonRequest',
    { companyId: company.id, id },
    kind === 'erase' ? { delaySeconds: ERASE_SECONDS } : {},
  )
  tell({ description: `${words[kind].did} below ${company.name}`, after: { request: id, kind } })
  return { result: 'success' as const, message: words[kind].said, data: toRequestRow(request, at) }
})
