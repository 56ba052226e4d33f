// What is left of the product to a person whose role opens no module, call by call: themselves, and nothing of the company.
import { describe, expect, it } from 'vitest'
import { allCalls, type CallName, type NamedCall } from '#shared/contracts/index.ts'
import type { Member } from '../../support/cast.ts'
import { browserViewer, opensOne } from '../../support/guard-verdict.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'
import { actOf } from './acts.ts'
import { rolesOf } from './stage.ts'

const ownKeys = 'the keys to their own account'
const ownSession = 'their own sign-ins'
const ownProfile = 'their own profile'

/** Every call that asks for no permission, and why everybody may make it for themselves. */
const everybody: Partial<Record<CallName, string>> = {
  'session.changePassword': ownKeys,
  'session.confirmPassword': ownKeys,
  'session.list': ownSession,
  'session.end': ownSession,
  'session.endAll': ownSession,
  'session.signIns': ownSession,
  'session.remembered': ownSession,
  'session.forgetDevice': ownSession,
  'session.logout': ownSession,
  'session.resendConfirmation': 'the confirmation of their own address',
  'session.onboardingStatus': 'what their set-up still asks, which decides where they are led',
  'account.me': 'themselves, and the face of their company',
  'account.checkSetup': 'what their set-up still asks, which decides where they are led',
  'account.revertView': 'ends the look of an operator',
  'account.changeEmail': ownKeys,
  'account.confirmEmail': ownKeys,
  'account.jobs': 'what they themselves sent or ordered',
  'account.home': 'what waits for them, and of their company only what their role lets them see',
  'account.notices': 'what they are told, and of their company only what their role lets them see',
  'account.countNotices': 'how many of those are new to them',
  'account.readNotices': 'what they themselves have read',
  'account.mailChoices': 'which mails they themselves want',
  'account.saveMailChoices': 'which mails they themselves want',
  'account.completeProfile': ownProfile,
  'account.saveProfile': ownProfile,
  'account.uploadPicture': ownProfile,
  'account.savePicture': ownProfile,
  'account.removePicture': ownProfile,
  'account.questionnaire': 'asked of everybody who works for a company, with the set-up',
  'account.saveQuestionnaire': 'asked of everybody who works for a company, with the set-up',
  'security.getTwoFactor': ownKeys,
  'security.getGoogleTfa': ownKeys,
  'security.newRecoveryCodes': ownKeys,
  'security.saveTwoFactor': ownKeys,
  'settings.tour': 'their own tour',
  'settings.finishTour': 'their own tour',
  'audit.save': 'says what they did, under their own name',
  'roles.list': 'what they themselves may do; the roles of the company need the right to read them',
  'staff.customerCare': 'whom to ask for help',
}

const h = await harness()
const { put, take } = rolesOf(h)
const inputOf = (id: CallName, who: Member) => samples[id](h.cast, who) as never
const known = allCalls.filter(({ call }) => call.can !== 'anyone')
const nothing = ['enable', 'create', 'update', 'delete']
const changes = ['create', 'update', 'delete']
const everywhere = (off: readonly string[]) => ({
  'Ads Design': off,
  Campaign: off,
  LeadsPeek: off,
  Settings: off,
})
/** The sample of this one asks for the roles of the company, which belong to Settings. */
const ownInput = (id: CallName, who: Member) =>
  id === 'roles.list' ? ({ ...(inputOf(id, who) as object), getType: 'getrolemodule' } as never) : inputOf(id, who)

/** The calls that let the person in. What only pages refuse counts as let in: guards are proved by themselves. */
async function letIn(who: Member, calls: readonly NamedCall[]): Promise<CallName[]> {
  const viewer = await browserViewer(h, who)
  const open: CallName[] = []
  for (const { id, call } of calls) {
    const { status } = await h.call(who, id, ownInput(id, who))
    if (id === 'session.logout' || id === 'session.endAll') h.forgetTokens()
    const isPageShut = call.can === 'signed-in' && call.pages && !opensOne(viewer, call.pages)
    if (status !== 403 || isPageShut) open.push(id)
  }
  return open
}

describe('what everybody may do', () => {
  it('is a list, with a reason for each', () => {
    const free = allCalls.filter(({ call }) => call.can === 'signed-in').map(({ id }) => id)
    expect(free.sort()).toEqual(Object.keys(everybody).sort())
  })

  it.each(['amos', 'otto', 'admin'] as const)('is all that a role without modules leaves to %s', async (who) => {
    await put(who, everywhere(nothing))
    expect((await letIn(who, known)).sort()).toEqual(Object.keys(everybody).sort())
    await take(who)
  })

  it.each(['amos', 'otto'] as const)('is all that a role that only reads lets %s change', async (who) => {
    await put(who, everywhere(changes))
    const acts = known.filter((entry) => actOf(entry) !== 'read')
    const free = acts.filter(({ call }) => call.can === 'signed-in').map(({ id }) => id)
    expect((await letIn(who, acts)).sort()).toEqual(free.sort())
    await take(who)
  })

  it('is theirs for themselves alone: other people belong to Settings', async () => {
    await put('amos', everywhere(nothing))
    const named = known.filter(({ call }) => call.can === 'signed-in' && call.user)
    expect(named.length).toBeGreaterThan(10)
    for (const { id, call } of named) {
      const asked = { ...(ownInput(id, 'amos') as object), [call.user ?? '']: h.cast.users.cleo.id } as never
      const { status, body } = await h.call('amos', id, asked)
      expect([id, status, body.message]).toEqual([id, 403, 'Your role has no access to Settings.'])
    }
    await take('amos')
  })

  it('is neither the card, the bills, the name of the company nor the second step of a client', async () => {
    await put('amos', { Settings: nothing })
    const calls = [
      ...(['payments.saveCard', 'payments.createCustomer', 'payments.createDirectCustomer'] as const),
      ...(['payments.setBillingMethod', 'payments.invoices', 'payments.getCard'] as const),
      ...(['account.saveCompany', 'security.unlock'] as const),
    ]
    for (const id of calls) {
      const { status, body } = await h.call('amos', id, inputOf(id, 'amos'))
      expect([id, status, body.message]).toEqual([id, 403, 'Your role has no access to Settings.'])
    }
    const asked = { userId: h.cast.users.cleo.id, two_factor_auth: false } as const
    expect((await h.call('amos', 'security.saveTwoFactor', asked)).status).toBe(403)
    await take('amos')
  })
})
