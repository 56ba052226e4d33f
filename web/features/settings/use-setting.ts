import { useMe } from '../../api/session-store.ts'
import type { Output } from '../../api/terms.ts'
import { useCall } from '../../api/use-call.ts'

type Setting = Output<'settings.get'>
export type SettingName = Setting['settingName']
export type SettingValue<Name extends SettingName> = Extract<Setting, { settingName: Name }>['data']

/** A setting of the signed-in person's own company. */
export function useSetting<Name extends SettingName>(name: Name) {
  const { companyId, companyRootId } = useMe()
  const found = useCall('settings.get', {
    companyId: companyId,
    settingName: name,
    rootId: companyRootId,
  })
  // @NOTE the server answers the setting that was asked for, and the contract ties its name to its shape.
  return { value: found.data?.data as SettingValue<Name> | undefined, found }
}
