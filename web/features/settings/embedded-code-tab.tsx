import { EmbeddedCodeForm } from './embedded-code-form.tsx'
import { SettingFrame } from './setting-frame.tsx'

export default function EmbeddedCodeTab({ mayChange }: { mayChange: boolean }) {
  return (
    <SettingFrame name="rootAgencyEmbeddedCode">
      {(saved) => <EmbeddedCodeForm saved={saved} mayChange={mayChange} />}
    </SettingFrame>
  )
}
