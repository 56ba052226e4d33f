import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = import.meta.dirname

/** `vite -c web/gallery/vite.config.ts` shows the gallery alone. */
export default defineConfig({
  root: here,
  plugins: [react()],
  css: { postcss: `${here}/../..` },
  build: { emptyOutDir: true, reportCompressedSize: false, chunkSizeWarningLimit: 2000 },
})
