import MimeographReachability
import MimeographSession

func trust() throws {
    let certificates = try Certificate.read(path: "Certificates")
    do {
        let policy = SecurityPolicy(pinningMode: .publicKey, pinnedCertificates: certificates)
        use(policy)
    }
    var policy = SecurityPolicy()
    policy.pinningMode = .none
    policy.pinningMode = .publicKey
    policy.pinningMode = .certificate
    policy.pinnedCertificates = certificates
    policy.allowsInvalidCertificates = true
    policy.validatesDomainName = false
    try policy.evaluate(PresentedCertificates(host: "api.example.com", certificates: certificates))
}

func monitors(source: any ReachabilitySource) {
    do {
        let monitor = ReachabilityMonitor()
        use(monitor)
    }
    do {
        let monitor = ReachabilityMonitor(host: "api.example.com")
        use(monitor)
    }
    do {
        let monitor = ReachabilityMonitor(.host("192.0.2.7"))
        use(monitor)
    }
    let monitor = ReachabilityMonitor(source: source)
    use(monitor)
}

func reachability(monitor: ReachabilityMonitor) async {
    let status = monitor.status
    if status == .unknown { print("not known yet") }
    if status == .notReachable { print("offline") }
    if status == .reachable(via: .cellular) { print("cellular") }
    if status == .reachable(via: .wiFi) { print("Wi-Fi") }
    if monitor.isReachable { print("online") }
    if monitor.isReachableViaWWAN { print("cellular") }
    if monitor.isReachableViaWiFi { print("Wi-Fi") }
    print(monitor.localizedStatus)
    print(status.localizedDescription)
    monitor.startMonitoring()
    monitor.stopMonitoring()
    monitor.setStatusChangeHandler(on: .main) { status in print(status) }
    for await status in monitor { print(status) }
}
