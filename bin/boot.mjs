// Runs on any Node from 18 up: installs what the lockfile names when something of it is missing, then
// hands over to the project's own Node (the `node` package), so that one version runs everywhere.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const isWindows = process.platform === 'win32'
const ownNode = join(modules, 'node', 'bin', isWindows ? 'node.exe' : 'node')

/** npm keeps beside the packages what it put there, and writes it last: a broken-off install leaves no such file. */
function isInstalled() {
  const installedFile = join(modules, '.package-lock.json')
  if (!existsSync(installedFile)) return false
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true
    // Optional packages are made for one kind of machine each.
    return installed[path] === undefined ? optional === true : installed[path].version === version
  })
}

function npm(...args) {
  const options = { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], shell: isWindows }
  return spawnSync('npm', [...args, '--loglevel=error'], options).status === 0
}

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const lock = join(tmpdir(), `leadloom-install-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`)

/** Waits until this process alone installs: two at once take each other's files away. A holder that is gone holds nothing. */
function takeInstall() {
  for (let turn = 0; ; turn++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = existsSync(lock) ? readFileSync(lock, 'utf8') : ''
    if (holder !== '' && !isAlive(Number(holder))) rmSync(lock, { force: true })
    if (turn === 0) console.error('Another command installs the dependencies; waiting for it…')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
}

if (!isInstalled()) {
  takeInstall()
  try {
    // Somebody else may have done it meanwhile.
    const isNeeded = !isInstalled()
    if (isNeeded) console.error('Installing dependencies (only when they changed)…')
    if (isNeeded && !npm('ci', '--no-fund', '--no-audit'))
      throw new Error('Dependencies could not be installed. Check the network and run the command again.')
  } catch (error) {
    rmSync(lock, { force: true })
    stop(error.message)
  }
  rmSync(lock, { force: true })
}
// Where install scripts are switched off, the binary of the `node` package is still to be fetched.
if (!existsSync(ownNode)) npm('rebuild', 'node', '--ignore-scripts=false')

const isNewEnough = Number(process.versions.node.split('.')[0]) >= 24
if (!existsSync(ownNode) && !isNewEnough)
  stop('Node 24 is missing: install it, or allow the install script of the package "node".')

const [target, ...args] = process.argv.slice(2)
if (!target) stop('Usage: node bin/boot.mjs <script> [arguments]')

/** Who a process's parent is, where the system has a place to look it up. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may hold spaces; the state and the parent follow the last bracket.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

/**
 * npm runs a script through a shell. A signal ends npm and that shell, but reaches nobody behind them, and a killed npm
 * sends none at all: both are watched.
 */
function watchNpm(end) {
  const shell = process.ppid
  const npmProcess = parentOf(shell)
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npmProcess) return
    clearInterval(timer)
    end()
  }, 250)
  timer.unref()
}

const child = spawn(existsSync(ownNode) ? ownNode : process.execPath, [join(root, target), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PATH: `${join(modules, '.bin')}${delimiter}${process.env.PATH}` },
})
/** How long a script may take to finish what it has in hand. One that hangs hears no signal: then it is ended by force. */
const END_SECONDS = 60
const endByForce = () => setTimeout(() => child.kill('SIGKILL'), END_SECONDS * 1000).unref()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // A terminal's Ctrl-C reaches the child by itself; twice would mean "at once" to it.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    endByForce()
  })
}
if (process.env.npm_lifecycle_event)
  watchNpm(() => {
    child.kill('SIGTERM')
    endByForce()
  })
// Should this process be killed, the script ends all the same; it gets the time to end what it has in hand.
const guardFile = join(root, 'infra', 'local', 'guard.sh')
if (child.pid !== undefined && !isWindows && existsSync(guardFile)) {
  const guard = spawn('sh', [guardFile, String(child.pid), String(END_SECONDS)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.on('error', () => {})
  guard.unref()
  child.once('exit', () => guard.kill('SIGKILL'))
}
child.on('error', (error) => stop(`${target} could not be started: ${error.message}`))
child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1)))
