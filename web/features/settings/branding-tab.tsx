import { SettingFrame } from './setting-frame.tsx'
import { ThemeForm } from './theme-form.tsx'

export default function BrandingTab({ mayChange }: { mayChange: boolean }) {
  return <SettingFrame name="agencytheme">{(saved) => <ThemeForm saved={saved} mayChange={mayChange} />}</SettingFrame>
}
