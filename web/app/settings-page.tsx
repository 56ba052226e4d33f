import { Tabs } from '@mantine/core'
import { type ComponentType, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { settingsInView } from '#shared/access/in-view.ts'
import type { Permission } from '#shared/access/roles.ts'
import type { SettingName } from '#shared/contracts/settings/calls.ts'
import { type UserData, useMe } from '../api/session-store.ts'
import { useTenant } from '../api/tenant.ts'
import { isKeptFromView, useMay } from '../api/use-may.ts'
import { HeldNote } from '../ui/held-note.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { SkeletonLines } from '../ui/skeleton-lines.tsx'
import { loadPage } from './load-page.ts'
import classes from './settings-page.module.css'
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
  minimum: loadPage<TabProps>(() => import('../features/pricing/agreement-tab.tsx')),
  costs: loadPage<TabProps>(() => import('../features/pricing/root-costs-tab.tsx')),
  plans: loadPage<TabProps>(() => import('../features/pricing/minimum-spend-tab.tsx')),
  coupons: loadPage<TabProps>(() => import('../features/pricing/coupons-tab.tsx')),
  documents: loadPage<TabProps>(() => import('../features/documents/documents-editor.tsx')),
}

/** Whether view mode keeps from a tab what the person looked at might do in it. */
const isHeld = (me: UserData, saves: Permission, setting: SettingName | undefined) =>
  me.isViewMode && (isKeptFromView(saves, 'PUT') || (setting !== undefined && settingsInView[setting] === 'refused'))

/** On a phone the tabs are wider than the screen, and a link may open the last. */
const bringIntoView = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** The tab stands in the address, so that a link opens it. One that was open keeps what was typed while another is looked at. */
export default function SettingsPage() {
  const me = useMe()
  const may = useMay()
  const [search, setSearch] = useSearchParams()
  const { rootId, masterId } = useTenant().data
  const offered: (SettingsTab & { id: keyof typeof contents })[] = tabsFor(me, rootId === masterId)
  const wanted = search.get('tab')
  const open = offered.find(({ id }) => id === wanted)?.id ?? offered[0]?.id ?? null
  const [visited, setVisited] = useState<readonly (string | null)[]>([])
  if (!visited.includes(open)) setVisited([...visited, open])
  return (
    <>
      <PageHeader title="General Settings" description="How the platform looks and works for your people and clients" />
      <Tabs value={open} onChange={(id) => setSearch(id ? { tab: id } : {}, { replace: true })}>
        <Tabs.List mb="lg" className={classes.tabs}>
          {offered.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id} ref={id === open ? bringIntoView : null}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {offered.map(({ id, saves, setting }) => {
          const Content = contents[id]
          return (
            <Tabs.Panel key={id} value={id}>
              {visited.includes(id) && (
                <Suspense fallback={<SkeletonLines rows={8} height={16} />}>
                  {isHeld(me, saves, setting) && (
                    <HeldNote>This cannot be changed while viewing as someone else.</HeldNote>
                  )}
                  <Content mayChange={may(saves, 'PUT') && !isHeld(me, saves, setting)} />
                </Suspense>
              )}
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </>
  )
}
