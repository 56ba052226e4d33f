import { describe, expect, it } from 'vitest'
import { isConnected } from '#shared/access/connection.ts'
import { agencyPaymentFailed, hasCardSetUp, permissionsOf } from '#shared/access/viewer.ts'
import { ownAnswer } from '#tests/web/support/own.ts'
import { agency, client, setup, tenant } from '#tests/web/support/people.ts'
import { toViewer } from '#web/app/viewer.ts'

const viewerOf = (me: ReturnType<typeof client>, checked: ReturnType<typeof setup> | null) =>
  toViewer(
    ownAnswer('account.me', me),
    checked && ownAnswer('account.checkSetup', checked),
    ownAnswer('public.domainInfo', tenant()),
  )

const rights = (name: string, flag: 'T' | 'F') => ({
  module_name: name,
  enable_permission: flag,
  create_permission: flag,
  update_permission: flag,
  delete_permission: flag,
})

describe('the person in front of the screen', () => {
  it('ENT-035 holds every global flag', () => {
    const on = viewerOf(
      agency({
        menuLeadspeek: 'T',
        systemuser: true,
        rootcomp: 'T',
        isViewMode: true,
        isAccExecutive: true,
        user_permissions: { report_analytics: 'T', modules: [] },
      }),
      setup({
        betaFeature: {
          b2b_module: { id: '', slug: '', name: '', is_beta: true, apply_to_all_agency: false },
          data_wallet: setup().betaFeature.data_wallet,
        },
      }),
    )
    const failing = viewerOf(agency(), setup({ accessmodule_agency: 'paymentfailed' }))
    expect({
      menuLeadsPeek: on.menuLeads,
      menuUserType: on.userType,
      systemUser: on.isSystemUser,
      creditcardsetup: hasCardSetUp(on),
      stripeaccountconnected: isConnected(on),
      agencyPaymentFailed: agencyPaymentFailed(failing),
      globalviewmode: on.isViewing,
      rootcomp: on.isRootCompany,
      isAccExecutive: on.isAccountExecutive,
      'betaFeature.b2b_module': on.betas.b2b.isBeta,
      'user_permissions.report_analytics': permissionsOf(on).reportAnalytics,
    }).toEqual({
      menuLeadsPeek: true,
      menuUserType: 'agency',
      systemUser: true,
      creditcardsetup: true,
      stripeaccountconnected: true,
      agencyPaymentFailed: true,
      globalviewmode: true,
      rootcomp: true,
      isAccExecutive: true,
      'betaFeature.b2b_module': true,
      'user_permissions.report_analytics': true,
    })
  })

  it('has every flag off for a client whose company has nothing', () => {
    const off = viewerOf(client({ menuLeadspeek: 'F' }), setup({ creditcardsetup: false, accountconnected: 'pending' }))
    expect([
      off.menuLeads,
      off.isSystemUser,
      hasCardSetUp(off),
      isConnected(off),
      agencyPaymentFailed(off),
      off.isViewing,
    ]).toEqual(Array.from({ length: 6 }, () => false))
  })

  it('SHL-047 reads module permissions by their wire names; a module that is not named is off', () => {
    const viewer = viewerOf(
      agency({
        isViewMode: true,
        user_permissions: { report_analytics: 'F', modules: [rights('LeadsPeek', 'T'), rights('Settings', 'F')] },
        user_permissions_view_mode: { report_analytics: 'F', modules: [rights('Campaign', 'T')] },
      }),
      setup(),
    )
    expect(viewer.permissions.modules).toMatchObject({
      leads: { enabled: true },
      settings: { enabled: false },
      campaign: { enabled: false },
    })
    expect(permissionsOf(viewer).modules).toMatchObject({ campaign: { enabled: true }, leads: { enabled: false } })
  })

  it('assumes nothing of a set-up check that could not be loaded', () => {
    const viewer = viewerOf(client({ customer_card_id: '' }), null)
    expect([viewer.setupChecked, viewer.setupComplete, viewer.hasCard]).toEqual([false, false, false])
  })

  it('leaves out product lines without name and address', () => {
    expect(Object.keys(viewerOf(client(), setup()).modules)).toEqual(['local', 'locator'])
  })
})
