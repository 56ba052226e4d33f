import { SettingFrame } from './setting-frame.tsx'
import { SmtpForm } from './smtp-form.tsx'

export default function SmtpTab({ mayChange }: { mayChange: boolean }) {
  return (
    <SettingFrame name="customsmtpmodule">{(saved) => <SmtpForm saved={saved} mayChange={mayChange} />}</SettingFrame>
  )
}
