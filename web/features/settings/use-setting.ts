import type { Output } from '#shared/contracts/index.ts'
import { useMe } from '../../api/session-store.ts'
import { useCall } from '../../api/use-call.ts'

type Setting = Output<'settings.get'>
export type SettingName = Setting['settingname']
export type SettingValue<Name extends SettingName> = Extract<Setting, { settingname: Name }>['data']

/** A setting of the signed-in person's own company. */
export function useSetting<Name extends SettingName>(name: Name) {
  const { company_id, company_root_id } = useMe()
  const { data, error, reload } = useCall('settings.get', {
    companyID: company_id,
    settingname: name,
    idSys: company_root_id,
  })
  // @NOTE the server answers the setting that was asked for, and the contract ties its name to its shape.
  return { value: data?.data as SettingValue<Name> | undefined, error, reload }
}
