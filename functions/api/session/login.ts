import { contracts } from '#shared/contracts/index.ts'
import { DAY, MINUTE } from '#shared/dates.ts'
import { AppError, tooMany } from '#shared/errors.ts'
import { secondFactorFor } from '../../domain/second-factor.ts'
import { belongsTo } from '../../kit/actor.ts'
import { type Context, handle } from '../../kit/handle.ts'
import { verifyPassword } from '../../kit/password.ts'
import { startSession } from '../../kit/session.ts'

const TRIES_PER_SOURCE = 10
const SOURCE_WINDOW = 15 * MINUTE
const TRIES_PER_DAY = 100

type LoginContext = Context<typeof contracts.session.login>

/** Counted before the hash, so that guesses beyond the limit cost nothing and learn nothing. */
async function countTry({ db, now, input, tenant, request }: LoginContext): Promise<void> {
  const account = `${tenant.id}:${input.username}`
  const [fromSource, today] = await Promise.all([
    db.guard.count('login', `${account}:${request.ip}`, SOURCE_WINDOW, now()),
    db.guard.count('login-day', account, DAY, now()),
  ])
  if (fromSource > TRIES_PER_SOURCE)
    throw tooMany('Too many sign-in attempts. Please try again in 15 minutes.', SOURCE_WINDOW / 1000)
  if (today > TRIES_PER_DAY)
    throw tooMany('Too many sign-in attempts. Please try again tomorrow or reset your password.', DAY / 1000)
}

/** Agency people, sales and staff are known by the root; clients by their agency. Both are asked, so neither answer is quicker. */
async function findUser({ db, input, tenant }: LoginContext) {
  const [byRoot, byAgency] = await Promise.all([
    db.user.findIdByLogin(tenant.rootId, input.username),
    tenant.kind === 'agency' ? db.user.findIdByLogin(tenant.id, input.username) : undefined,
  ])
  const id = byAgency ?? byRoot
  return id ? db.user.find(id) : undefined
}

export default handle(contracts.session.login, async (context) => {
  await countTry(context)
  const { db, input, tenant, request } = context
  const user = await findUser(context)
  const matches = await verifyPassword(input.password, user?.passwordHash)
  const company = user && (await db.company.find(user.companyId))
  if (!matches || !user || user.status !== 'active' || !company || !belongsTo(tenant, company)) {
    throw new AppError('unauthenticated', 'The e-mail address or the password is not right.')
  }
  return (await secondFactorFor(context, user, tenant)) ?? startSession(context, user, tenant, request)
})
