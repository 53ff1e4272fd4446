import Foundation
import Library
import Vapor

let app = try await Application.make(.detect())
do {
    try configure(app)
    // A client that stops in the middle of a request is disconnected.
    app.http.server.configuration.idleTimeout = .seconds(30)
    try await app.execute()
    try await app.asyncShutdown()
} catch {
    app.logger.report(error: error)
    try? await app.asyncShutdown()
    exit(1)
}
