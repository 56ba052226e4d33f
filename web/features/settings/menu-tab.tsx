import { MenuForm } from './menu-form.tsx'
import { SettingFrame } from './setting-frame.tsx'

export default function MenuTab({ mayChange }: { mayChange: boolean }) {
  return (
    <SettingFrame name="customsidebarleadmenu">
      {(saved) => <MenuForm key={JSON.stringify(saved)} saved={saved} mayChange={mayChange} />}
    </SettingFrame>
  )
}
