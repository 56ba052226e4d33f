import type { ReactNode } from 'react'
import { NotYet } from '../../ui/not-yet.tsx'
import { type SettingName, type SettingValue, useSetting } from './use-setting.ts'

type Props<Name extends SettingName> = { name: Name; children: (value: SettingValue<Name>) => ReactNode }

/** Waits for a setting, then draws what edits it. */
export function SettingFrame<Name extends SettingName>({ name, children }: Props<Name>) {
  const { value, found } = useSetting(name)
  if (value) return children(value)
  return <NotYet of={found} title="This setting could not be loaded" rows={8} height={16} />
}
