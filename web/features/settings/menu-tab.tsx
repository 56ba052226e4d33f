import { MenuForm } from './menu-form.tsx'
import { SettingFrame } from './setting-frame.tsx'

export default function MenuTab({ mayChange }: { mayChange: boolean }) {
  return (
    <SettingFrame name="customsidebarleadmenu">
      {(saved) => <MenuForm saved={saved} mayChange={mayChange} />}
    </SettingFrame>
  )
}
