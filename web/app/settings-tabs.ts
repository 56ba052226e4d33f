// The parts of the settings, and whom each is for. The page draws them; the palette leads to them.
import type { Permission } from '#shared/access/roles.ts'
import type { SettingName } from '#shared/contracts/settings/calls.ts'
import type { UserData } from '../api/session-store.ts'

export type SettingsTab = {
  id: string
  label: string
  isFor: (me: UserData, isMaster: boolean) => boolean
  /** What is asked of the server when the tab is saved. */
  saves: Permission
  /** Which of the settings that share one call it is; view mode leaves some of them. */
  setting?: SettingName
}

const isOperator = (me: UserData) => me.isSystemUser && me.isRootCompany
const isAgency = (me: UserData) => !me.isSystemUser && (me.userType === 'user' || me.userType === 'agency')

export const settingsTabs = [
  {
    id: 'branding',
    label: 'Branding',
    isFor: () => true,
    saves: 'setting:update',
  },
  {
    id: 'domain',
    label: 'Own domain',
    isFor: (me) => !isOperator(me),
    saves: 'domain:update',
  },
  {
    id: 'payment',
    label: 'Payment account',
    isFor: isAgency,
    saves: 'connection:update',
  },
  {
    id: 'menu',
    label: 'Menu names',
    isFor: () => true,
    saves: 'setting:update',
  },
  {
    id: 'code',
    label: 'Embedded code',
    isFor: (me) => !isOperator(me),
    saves: 'setting:update',
    setting: 'rootAgencyEmbeddedCode',
  },
  {
    id: 'smtp',
    label: 'Mail server',
    isFor: (me) => !isOperator(me),
    saves: 'setting:update',
  },
  {
    id: 'exclusions',
    label: 'Exclusion list',
    isFor: (me) => !isOperator(me),
    saves: 'exclusion:update',
  },
  {
    id: 'webhooks',
    label: 'Webhooks',
    isFor: isAgency,
    saves: 'campaign:update',
  },
  {
    id: 'privacy',
    label: 'Privacy',
    isFor: () => true,
    saves: 'privacy:update',
  },
  {
    id: 'minimum',
    label: 'Minimum spend',
    isFor: (me, isMaster) => isMaster && isAgency(me),
    saves: 'agreement:update',
  },
  {
    id: 'costs',
    label: 'Costs',
    isFor: isOperator,
    saves: 'setting:update',
    setting: 'costagency',
  },
  {
    id: 'plans',
    label: 'Minimum spend',
    isFor: (me, isMaster) => isMaster && isOperator(me),
    saves: 'minimum-spend:update',
  },
  {
    id: 'coupons',
    label: 'Coupons',
    isFor: (me, isMaster) => isMaster && isOperator(me),
    saves: 'onboarding:update',
  },
  {
    id: 'information',
    label: 'Information types',
    isFor: isOperator,
    saves: 'information-type:update',
  },
  {
    id: 'betas',
    label: 'Beta features',
    isFor: isOperator,
    saves: 'setting:update',
    setting: 'betafeatures',
  },
  {
    id: 'documents',
    label: 'Documents',
    isFor: isOperator,
    saves: 'document:update',
  },
] as const satisfies readonly SettingsTab[]

export const tabsFor = (me: UserData, isMaster: boolean) => settingsTabs.filter(({ isFor }) => isFor(me, isMaster))
