import { readFileSync } from 'node:fs'
import { launch } from './support/browser.ts'
const b = await launch(); const p = await b.newPage()
const sheets: Record<string, string[]> = {
  sheet1: ['setup2','2fa-choice','2fa-setup','viewas','viewas-pick','viewas-drawer'].map((n) => `${n}-390-dark`),
  sheet2: ['setup1','email','2fa-setup','viewas','viewas-drawer','viewas-pick'].map((n) => `${n}-390-light`),
  sheet3: ['profile-390-dark','questionnaire-390-light','profile-768-light'],
}
for (const [name, list] of Object.entries(sheets)) {
  await p.setViewportSize({ width: 400 * list.length, height: 900 })
  await p.setContent(`<body style="margin:0;display:flex;gap:8px;align-items:flex-start">${list.map((n) => `<img style="width:390px" src="data:image/png;base64,${readFileSync(`/tmp/account/shots/${n}.png`).toString('base64')}">`).join('')}</body>`)
  await p.screenshot({ path: `/tmp/account/${name}.png`, fullPage: true })
}
await b.close()
