import Mimeograph
import MimeographReachability
import MimeographSession

func sessions(api: inout HTTPSessionManager, configuration: SessionConfiguration, monitor: ReachabilityMonitor) {
    let session = SessionManager(configuration: configuration)
    print(session.activeCount)
    session.invalidate(cancelling: true)
    api.configuration.interceptors.append(OfflineRetrier(monitor))
}

func handlers(api: inout HTTPSessionManager, identity: ClientIdentity, certificates: [Certificate]) throws {
    let ada = Credential(username: "ada", password: "secret")
    api.configuration.credentials = try Credentials(["https://api.example.com": ada])
    api.configuration.redirects = .none
    api.configuration.redirects = RedirectPolicy(decide: { $0.count < 3 ? .follow : .stop })
    api.configuration.securityPolicy = .pinning(certificates: certificates)
    api.configuration.securityPolicy.clientIdentity = identity
}

func bodies(source: some BodySource) {
    let body = MessageBody.stream(BodyStream(source))
    use(body)
}

func tasks(session: SessionManager, request: RequestMessage, bytes: [UInt8], stream: BodyStream) async throws {
    do {
        let task = session.dataTask(request)
        task.onCompletion(on: .main, success: { print($0.value) }, failure: { print($0) })
        task.onUploadProgress { progress in print(progress.completedBytes) }
        for await progress in task.uploadProgress { print(progress.completedBytes) }
        print(task.metrics.total ?? .zero)
        let response = try await task.value
        use(response)
    }
    do {
        let task = session.uploadTask(request, from: .bytes(bytes))
        use(task)
    }
    do {
        let task = session.uploadTask(request, from: .file(path: "ada.png"))
        use(task)
    }
    do {
        let task = session.uploadTask(request, from: .stream(stream))
        use(task)
    }
}

func downloads(session: SessionManager, request: RequestMessage, resumption: DownloadResumption) async {
    do {
        let task = session.downloadTask(request, to: .file("film.mp4"))
        task.onDownloadProgress { progress in print(progress.completedBytes) }
        for await progress in task.downloadProgress { print(progress.completedBytes) }
        print(task.currentDownloadProgress.completedBytes)
    }
    let task = session.downloadTask(request, to: .file("film.mp4"), resuming: resumption)
    let destination = DownloadDestination.decide { head in .file("films/\(head.suggestedFileName)") }
    use((task, destination))
}

func streams(session: SessionManager, request: RequestMessage) async throws {
    let head = try await session.response(for: request).head
    use(head)
    for try await chunk in try await session.response(for: request).body { print(chunk.count) }
}

func events(session: SessionManager) async {
    for await event in session.events {
        if case .resumed(let id) = event { print(id) }
        if case .suspended(let id) = event { print(id) }
        if case .completed = event { print(event) }
        if case .completed(_, _, _, let metrics, let error) = event { print(metrics, error as Any) }
        if case .invalidated = event { print(event) }
        if case .downloadMoved(_, let path) = event { print(path) }
        if case .destinationFailed(_, let error) = event { print(error) }
    }
}
