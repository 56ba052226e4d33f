// Runs on any Node from 18 up: installs what the lockfile names when it changed, then
// hands over to the project's own Node (the `node` package), so that one version runs everywhere.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stampFile = join(root, 'node_modules', '.leadloom-install')
const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const lockHash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex')

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== lockHash) {
  console.error('Installing dependencies (only when they changed)…')
  const npm = spawnSync('npm', ['ci', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: root, stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32',
  })
  if (npm.status !== 0) stop('Dependencies could not be installed. Check the network and run the command again.')
  writeFileSync(stampFile, lockHash)
}

const [target, ...args] = process.argv.slice(2)
const node = Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : ownNode
if (!existsSync(node)) {
  stop('Node 24 is missing. Run `npm ci` with install scripts allowed for the package "node", or install Node 24 yourself.')
}
const child = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, target), ...args], {
  cwd: root, stdio: 'inherit', env: { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH}` },
})
// Ctrl-C reaches the whole process group; the child decides how to end, we only wait for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
