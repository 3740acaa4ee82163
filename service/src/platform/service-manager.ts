import { execFile } from 'node:child_process'

/**
 * Tells systemd, where it has started this process as a unit of `Type=notify`, that the service is ready or ends. Node has
 * no datagram sockets of Unix, so systemd's own command sends the message; its unit needs `NotifyAccess=all`.
 */
export function notifyServiceManager(state: 'READY=1' | 'STOPPING=1'): void {
  if (!process.env.NOTIFY_SOCKET) return
  execFile('systemd-notify', [state], (error) => {
    if (error) process.stderr.write(`systemd could not be told ${state}: ${error.message}\n`)
  })
}
