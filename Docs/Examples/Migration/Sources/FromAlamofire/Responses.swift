import Foundation
import Mimeograph
import MimeographFoundation
import MimeographJSON
import MimeographSession
import MimeographText

func values(api: HTTPSessionManager, session: SessionManager, request: RequestMessage) async throws {
    let text: String = try await api.reading(with: .text).get("users/7")
    let data: Data = try await api.reading(with: .data).get("users/7")
    let json: JSON = try await api.get("users/7")
    let count: Int = try await api.reading(with: LineCount()).get("log")
    let user: User? = try await api.get("users/7")
    use((text, data, json, count, user))

    let response = try await api.response(.get, "users/7", as: User.self)
    print(response.value.name)
    print(response.head.status)
    print(response.metrics.total ?? .zero)
    let bytes = try await session.data(for: request).value
    use(bytes)
    api.task(.get, "users/7", as: User.self).onCompletion { result in print(result) }
}

func serializers() throws {
    let serializers = try SerializerRegistry { JSONPlugin(dates: .iso8601, keys: .snakeCase) }
    let reader = JSONResponseSerializer().preprocessed(by: .xssiPrefix)
    use((serializers, reader))
}

func validation(api: inout HTTPSessionManager) {
    api.serializers.validation.statusCodes = [200..<300, 404...404]
    api.serializers.validation.contentTypes = .ranges(["application/json"])
    api.serializers.validation = .none
}

func errors(api: HTTPSessionManager) async throws {
    do throws(SessionError) {
        try await api.get("users/7")
    } catch {
        if error.status == 404 { print("no such user") }
        if error.code == .timedOut { print("too slow") }
        if error.code == .cancelled { print("cancelled") }
        let body = error.body
        let problem = error.decodedBody as? Problem
        if let detail = error.serialization { print(detail) }
        use((body, problem))
    }
}

func streams(api: HTTPSessionManager, session: SessionManager, request: RequestMessage) async throws {
    for try await user: User in try await api.stream("users.ndjson") { print(user.name) }
    for try await chunk in try await session.response(for: request).body { print(chunk.count) }
}

func downloads(api: HTTPSessionManager) async throws {
    try await api.download("film.mp4", to: .file("film.mp4"))
    try await api.download("film.mp4", to: .directory("films"))
    let destination = DownloadDestination.decide { head in .file("films/\(head.suggestedFileName)") }
    let replacing = DownloadDestination.file("films/tea.mp4", options: .removePreviousFile)
    let creating = DownloadDestination.file("films/tea.mp4", options: .createIntermediateDirectories)
    use((destination, replacing, creating))
    try await api.download("film.mp4", to: .file("film.mp4"), downloadProgress: { print($0.fraction ?? 0) })

    let task = api.downloadTask("film.mp4", to: .file("film.mp4"))
    let resumption = await task.cancelProducingResumption()
    try await api.download("film.mp4", to: .file("film.mp4"), resuming: resumption)
    task.suspend()
    task.resume()
    task.cancel()
}
