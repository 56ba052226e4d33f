import type { ComponentType } from 'react'
import { settingsInView } from '#shared/access/in-view.ts'
import { type UserData, useMe } from '../api/session-store.ts'
import { useTenant } from '../api/tenant.ts'
import { isKeptFromView, useMay } from '../api/use-may.ts'
import { HeldNote } from '../ui/held-note.tsx'
import { Page, PageBody } from '../ui/page.tsx'
import { TabsInAddress } from '../ui/tabs-in-address.tsx'
import { loadPage } from './load-page.ts'
import { type SettingsTab, type settingsTabs, tabsFor } from './settings-tabs.ts'

type TabProps = { mayChange: boolean }
/** What each part shows, saved by itself. Features add theirs here. */
const contents: Record<(typeof settingsTabs)[number]['id'], ComponentType<TabProps>> = {
  branding: loadPage<TabProps>(() => import('../features/settings/branding-tab.tsx')),
  domain: loadPage<TabProps>(() => import('../features/domains/domain-tab.tsx')),
  payment: loadPage<TabProps>(() => import('../features/payments/payment-account-tab.tsx')),
  menu: loadPage<TabProps>(() => import('../features/settings/menu-tab.tsx')),
  code: loadPage<TabProps>(() => import('../features/settings/embedded-code-tab.tsx')),
  smtp: loadPage<TabProps>(() => import('../features/settings/smtp-tab.tsx')),
  exclusions: loadPage<TabProps>(() => import('../features/exclusions/agency-exclusions-tab.tsx')),
  webhooks: loadPage<TabProps>(() => import('../features/campaigns/agency-webhooks-tab.tsx')),
  privacy: loadPage<TabProps>(() => import('../features/exclusions/person-requests-tab.tsx')),
  minimum: loadPage<TabProps>(() => import('../features/pricing/agreement-tab.tsx')),
  costs: loadPage<TabProps>(() => import('../features/pricing/root-costs-tab.tsx')),
  plans: loadPage<TabProps>(() => import('../features/pricing/minimum-spend-tab.tsx')),
  coupons: loadPage<TabProps>(() => import('../features/pricing/coupons-tab.tsx')),
  information: loadPage<TabProps>(() => import('../features/settings/information-tab.tsx')),
  betas: loadPage<TabProps>(() => import('../features/settings/betas-tab.tsx')),
  documents: loadPage<TabProps>(() => import('../features/documents/documents-editor.tsx')),
}

/** What holds a list, or something beside its form, takes the room. */
const wide: readonly string[] = ['branding', 'privacy', 'plans', 'coupons', 'documents']

/** Whether view mode keeps from a tab what the person looked at might do in it. */
const isHeld = (me: UserData, { id, saves, setting }: SettingsTab) =>
  me.isViewMode &&
  // Campaigns may be changed in it, and where their leads go may not.
  (id === 'webhooks' ||
    isKeptFromView(saves, 'PUT') ||
    (setting !== undefined && settingsInView[setting] === 'refused'))

/** Each part of the settings, saved by itself. */
export default function SettingsPage() {
  const me = useMe()
  const may = useMay()
  const { rootId, masterId } = useTenant().data
  const offered: (SettingsTab & { id: keyof typeof contents })[] = tabsFor(me, rootId === masterId)
  return (
    <Page title="General Settings" description="How the platform looks and works for your people and clients.">
      <TabsInAddress
        tabs={offered.map((tab) => {
          const { id, label, saves } = tab
          const Content = contents[id]
          const held = isHeld(me, tab)
          return {
            id,
            label,
            content: (
              <PageBody kind={wide.includes(id) ? 'table' : 'form'}>
                {held && <HeldNote>This cannot be changed while viewing as someone else.</HeldNote>}
                <Content mayChange={may(saves, 'PUT') && !held} />
              </PageBody>
            ),
          }
        })}
      />
    </Page>
  )
}
