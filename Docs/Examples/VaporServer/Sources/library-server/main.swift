import Library
import Vapor

let app = try await Application.make(.detect())
try configure(app)
try await app.execute()
try await app.asyncShutdown()
