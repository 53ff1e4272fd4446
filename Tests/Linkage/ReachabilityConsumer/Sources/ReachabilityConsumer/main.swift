import Mimeograph
import MimeographReachability

// Every machine has a route to itself.
let monitor = ReachabilityMonitor(host: "127.0.0.1")
monitor.setStatusChangeHandler(on: .concurrent) { _ in }
print("reachability: \(await monitor.currentStatus())")
