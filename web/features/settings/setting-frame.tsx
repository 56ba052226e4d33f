import type { ReactNode } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton-lines.tsx'
import { type SettingName, type SettingValue, useSetting } from './use-setting.ts'

type Props<Name extends SettingName> = { name: Name; children: (value: SettingValue<Name>) => ReactNode }

/** Waits for a setting, then draws what edits it. */
export function SettingFrame<Name extends SettingName>({ name, children }: Props<Name>) {
  const { value, error, reload } = useSetting(name)
  if (value) return children(value)
  if (!error) return <SkeletonLines rows={8} height={16} />
  return (
    <ErrorState title="This setting could not be loaded" onRetry={() => void reload()}>
      {messageOf(error)}
    </ErrorState>
  )
}
