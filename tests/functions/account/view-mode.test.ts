// What view mode may not do, generated from the contracts, and the trace that every call of it leaves.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toTheme } from '#functions/domain/settings/theme.ts'
import { log } from '#functions/kit/log.ts'
import { toSmtpWire } from '#functions/wire/settings/smtp.ts'
import { toThemeWire } from '#functions/wire/settings/theme.ts'
import { can } from '#shared/access/can.ts'
import { NOT_IN_VIEW } from '#shared/access/in-view.ts'
import { allCalls, type CallName, findCall } from '#shared/contracts/index.ts'
import { settingNames } from '#shared/contracts/settings/calls.ts'
import { toLeadMenu } from '#shared/model/lead-menu.ts'
import { noSmtp } from '#shared/model/smtp.ts'
import { harness } from '../../support/harness.ts'
import { samples } from '../../support/samples.ts'
import { lookAs } from './view-as.ts'

const h = await harness()
const { access_token: token } = await lookAs(h, 'ada')
const inputOf = (id: CallName) => samples[id](h.cast, 'ada') as never

afterEach(() => vi.restoreAllMocks())

/** What stands in a call that is about somebody's own keys to the account, or about promises made in their name. */
const personal =
  /password|user\/create|user\/update|user\/remove|resendinvitation|role-module|custom-domain|two-?factor|recovery|change-email|card|api-?key|authenticate|credential|services-agreement|\/sessions|unlock/i
/** Reading about these is no act. */
const isAct = (method: string) => method !== 'GET'

const reads = 'reads: its question travels as a body'
const tidy = "everyday work on the company's own lists"
/** Every act that view mode leaves, and why. */
const mayBeDone: Partial<Record<CallName, string>> = {
  'session.logout': "ends the operator's own session, and the look with it",
  'account.revertView': 'ends the look',
  'account.saveProfile': 'name and phone: helping with the set-up is what view mode is for',
  'account.saveCompany': 'name, address and contacts: helping with the set-up',
  'account.completeProfile': 'ends the set-up that was helped with',
  'account.saveQuestionnaire': 'answers about aims, which promise nothing',
  'account.uploadPicture': 'a picture',
  'account.savePicture': 'a picture',
  'account.removePicture': 'a picture',
  'companies.find': reads,
  'campaigns.find': reads,
  'companies.showUser': reads,
  'companies.showCampaigns': reads,
  'companies.checkCampaignActive': reads,
  'documents.downloadAgreement': reads,
  'pricing.getCoupon': reads,
  'audit.categories': reads,
  'audit.list': reads,
  'audit.download': reads,
  'audit.save': 'adds to the log, under both names',
  'keywords.zipsInShape': reads,
  'keywords.unknownZips': reads,
  'keywords.estimate': reads,
  'keywords.queueCount': 'a count, which costs nobody anything',
  'keywords.applyCount': 'helping with the set-up',
  'campaigns.create': 'a paused campaign: helping with the set-up, and nothing runs of it',
  'campaigns.update': 'helping with the set-up',
  'campaigns.updateSite': 'helping with the set-up',
  'campaigns.updateSearch': 'helping with the set-up',
  'campaigns.setActive': 'a pause, which costs nobody anything; its start is refused by the handler',
  'campaigns.setArchived': tidy,
  'campaigns.checkEmbedCode': reads,
  'campaigns.estimateRefundTopUp': reads,
  'campaigns.saveGroup': tidy,
  'campaigns.removeGroup': tidy,
  'audiences.save': tidy,
  'audiences.remove': tidy,
  'banners.uploadImage': 'a picture, which counts with its banner alone',
  'banners.create': tidy,
  'banners.update': tidy,
  'banners.setStatus': tidy,
  'banners.remove': tidy,
  'exclusions.upload': tidy,
  'exclusions.purge': tidy,
  'exclusions.findEntry': reads,
  'exclusions.addEntry': tidy,
  'exclusions.removeEntry': tidy,
  'settings.save': 'looks and names alone: each setting is decided by settingsInView',
  'settings.uploadImage': 'a logo, which counts with the theme alone',
}

describe('view mode', () => {
  const closed = allCalls.filter(({ call }) => call.inView === 'refused')

  it.each(closed.map(({ id }) => id))('VAS-018 VAS-019 2FA-026 %s is refused', async (id) => {
    const { status, body } = await h.call('olive', id, inputOf(id), { token })
    // The person's own rights may refuse it before view mode does.
    expect(status).toBe(403)
    const own = findCall(id).can
    const isHers = own === 'signed-in' || (own !== 'anyone' && can({ kind: 'user', role: 'agency' } as never, own))
    if (isHers) expect(body.message).toBe(NOT_IN_VIEW)
  })

  it('VAS-018 VAS-019 2FA-026 keeps every act on passwords, second steps, addresses, cards, keys and agreements out', () => {
    const open = allCalls.filter(
      ({ call }) =>
        call.can !== 'anyone' &&
        isAct(call.method) &&
        (personal.test(call.path) || call.sensitive) &&
        call.inView === 'allowed',
    )
    expect(open.map(({ id }) => id)).toEqual([])
    expect(closed.length).toBeGreaterThan(8)
  })

  it('leaves no act but those of the list, each of which gives nobody access and moves no money', () => {
    const acts = allCalls.filter(({ call }) => call.can !== 'anyone' && isAct(call.method) && call.inView === 'allowed')
    expect(acts.map(({ id }) => id).sort()).toEqual(Object.keys(mayBeDone).sort())
  })

  it('makes nobody who stays when the look ends, with powers or without', async () => {
    const { northlight, users } = h.cast
    const before = (await h.db.user.listByCompany(northlight.id)).length
    const staff = {
      companyID: northlight.id,
      userType: 'user',
      ClientFullName: 'Eve Eternal',
      ClientPass: 'stays for ever 9',
    }
    const more = { ClientEmail: 'eve@example.com', defaultAdmin: 'T' }
    const created = await h.call('olive', 'companies.create', { ...staff, ...more } as never, { token })
    expect([created.status, created.body.message]).toEqual([403, NOT_IN_VIEW])
    expect(await h.db.user.listByCompany(northlight.id)).toHaveLength(before)
    const raised = { ClientID: users.amos.id, action: 'staff', ClientFullName: 'Amos', ClientEmail: users.amos.email }
    const input = { ...raised, ClientPhone: '(312) 555-0123', defaultAdmin: 'T' }
    expect((await h.call('olive', 'companies.update', input as never, { token })).status).toBe(403)
    expect((await h.db.user.get(users.amos.id)).isDefaultAdmin).toBe(false)
  })

  it('saves of the settings those alone that neither run before others, nor carry mail, nor cost', async () => {
    const { northlight, root } = h.cast
    const asked = { companyID: northlight.id, settingname: 'costagency', idSys: root.id } as const
    const costs = await h.call('olive', 'settings.get', asked)
    const values = {
      agencytheme: toThemeWire(toTheme(await h.db.company.get(northlight.id))),
      customsidebarleadmenu: toLeadMenu(northlight.modules),
      rootAgencyEmbeddedCode: { placeEmbedded: 'footer', embeddedcode: '<b>hi</b>' },
      costagency: costs.body.data,
      rootminspend: { status: 'F', first_month: '0', second_month: '0', monthly: '0' },
      developerfee: { amount: '0' },
      betafeatures: {
        b2b_module: { is_beta: true, apply_to_all_agency: false },
        data_wallet: { is_beta: false, apply_to_all_agency: false },
      },
      customsmtpmodule: toSmtpWire(noSmtp),
    }
    const answers: Record<string, unknown> = {}
    for (const name of settingNames) {
      const input = { companyID: northlight.id, comsetname: name, comsetval: values[name] }
      answers[name] = (await h.call('olive', 'settings.save', input as never, { token })).status
    }
    expect(answers).toEqual({
      agencytheme: 200,
      customsidebarleadmenu: 200,
      rootAgencyEmbeddedCode: 403,
      costagency: 403,
      rootminspend: 403,
      developerfee: 403,
      betafeatures: 403,
      customsmtpmodule: 403,
    })
  })

  it('2FA-026 leaves the second step of the viewed person as it was', async () => {
    const { id } = h.cast.users.ada
    const input = { userId: id, two_factor_auth: true, two_factor_auth_type: 'email' } as const
    expect((await h.call('olive', 'security.saveTwoFactor', input, { token })).status).toBe(403)
    expect(await h.db.twoFactor.find(id)).toBeUndefined()
  })

  it('VAS-013 writes both people into the log of every call, refused or not', async () => {
    const lines: unknown[] = []
    await h.tokenOf('ada')
    vi.spyOn(log, 'info').mockImplementation((_, fields) => void lines.push(fields))
    const { ada, olive } = h.cast.users
    await h.call('olive', 'account.saveProfile', inputOf('account.saveProfile'), { token })
    await h.call('olive', 'security.saveTwoFactor', inputOf('security.saveTwoFactor'), { token })
    await h.call('ada', 'account.saveProfile', inputOf('account.saveProfile'))
    expect(lines).toMatchObject([
      { call: 'account.saveProfile', status: 200, who: `${olive.id}>${ada.id}` },
      { call: 'security.saveTwoFactor', status: 403, who: `${olive.id}>${ada.id}` },
      { call: 'account.saveProfile', status: 200, who: ada.id },
    ])
  })

  it('acts with the rights of the person looked at, on their data', async () => {
    await h.call(
      'olive',
      'account.saveProfile',
      { ...(inputOf('account.saveProfile') as object), name: 'Ada Seen' } as never,
      { token },
    )
    expect((await h.db.user.get(h.cast.users.ada.id)).name).toBe('Ada Seen')
    expect(
      (
        await h.call(
          'olive',
          'account.saveCompany',
          { ...(inputOf('account.saveCompany') as object), companyID: h.cast.root.id } as never,
          { token },
        )
      ).status,
    ).toBe(403)
  })
})
