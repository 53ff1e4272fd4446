// Written by hand in the form of Swift OpenAPI Generator, with `accessModifier: package`: the types of four operations.
@_spi(Generated) import OpenAPIRuntime

import struct Foundation.Date
import struct Foundation.URL

/// The server URLs of the OpenAPI document.
package enum Servers {
    package enum Server1 {
        package static func url() throws -> Foundation.URL {
            try Foundation.URL(validatingOpenAPIServerURL: "https://pets.example/v1", variables: [])
        }
    }
}

/// Types from the components of the OpenAPI document.
package enum Components {
    package enum Schemas {
        package struct Pet: Codable, Hashable, Sendable {
            package var id: Swift.Int64
            package var name: Swift.String
            package var tags: [Swift.String]?
            package var born: Foundation.Date?

            package init(
                id: Swift.Int64,
                name: Swift.String,
                tags: [Swift.String]? = nil,
                born: Foundation.Date? = nil
            ) {
                self.id = id
                self.name = name
                self.tags = tags
                self.born = born
            }

            package enum CodingKeys: String, CodingKey {
                case id
                case name
                case tags
                case born
            }
        }
    }
}

/// The operations of the API, with their inputs and outputs.
package enum Operations {
    /// `POST /pets`, in JSON or XML.
    package enum CreatePet {
        package static let id: Swift.String = "createPet"

        package struct Input: Sendable, Hashable {
            package var query: Query
            package var headers: Headers
            package var body: Body

            package struct Query: Sendable, Hashable {
                package var note: Swift.String?
                package init(note: Swift.String? = nil) { self.note = note }
            }

            package struct Headers: Sendable, Hashable {
                package var accept: [OpenAPIRuntime.AcceptHeaderContentType<AcceptableContentType>]
                package init(
                    accept: [OpenAPIRuntime.AcceptHeaderContentType<AcceptableContentType>] = .defaultValues()
                ) {
                    self.accept = accept
                }
            }

            package enum Body: Sendable, Hashable {
                case json(Components.Schemas.Pet)
                case xml(Components.Schemas.Pet)
            }

            package init(query: Query = .init(), headers: Headers = .init(), body: Body) {
                self.query = query
                self.headers = headers
                self.body = body
            }
        }

        package enum Output: Sendable, Hashable {
            package struct Created: Sendable, Hashable {
                package enum Body: Sendable, Hashable {
                    case json(Components.Schemas.Pet)
                    case xml(Components.Schemas.Pet)
                }

                package var body: Body
                package init(body: Body) { self.body = body }
            }

            case created(Created)
            case undocumented(statusCode: Swift.Int, OpenAPIRuntime.UndocumentedPayload)
        }

        package enum AcceptableContentType: AcceptableProtocol {
            case json
            case xml
            case other(Swift.String)

            package init?(rawValue: Swift.String) {
                switch rawValue.lowercased() {
                case "application/json": self = .json
                case "application/xml": self = .xml
                default: self = .other(rawValue)
                }
            }

            package var rawValue: Swift.String {
                switch self {
                case .other(let string): return string
                case .json: return "application/json"
                case .xml: return "application/xml"
                }
            }

            package static var allCases: [Self] { [.json, .xml] }
        }
    }

    /// `POST /pets/{petId}/photos`, as a form of several parts.
    package enum UploadPhoto {
        package static let id: Swift.String = "uploadPhoto"

        package enum Part: Sendable, Hashable {
            package struct Caption: Sendable, Hashable {
                package var body: OpenAPIRuntime.HTTPBody
                package init(body: OpenAPIRuntime.HTTPBody) { self.body = body }
            }

            package struct Photo: Sendable, Hashable {
                package var body: OpenAPIRuntime.HTTPBody
                package init(body: OpenAPIRuntime.HTTPBody) { self.body = body }
            }

            case caption(OpenAPIRuntime.MultipartPart<Caption>)
            case photo(OpenAPIRuntime.MultipartPart<Photo>)
            case undocumented(OpenAPIRuntime.MultipartRawPart)
        }

        package struct Input: Sendable, Hashable {
            package var petId: Swift.Int64
            package var body: OpenAPIRuntime.MultipartBody<Part>
            package init(petId: Swift.Int64, body: OpenAPIRuntime.MultipartBody<Part>) {
                self.petId = petId
                self.body = body
            }
        }

        package enum Output: Sendable, Hashable {
            case ok(OpenAPIRuntime.MultipartBody<Part>)
            case undocumented(statusCode: Swift.Int, OpenAPIRuntime.UndocumentedPayload)
        }
    }

    /// `GET /pets/events`, as server-sent events.
    package enum WatchPets {
        package static let id: Swift.String = "watchPets"

        package struct Input: Sendable, Hashable {
            package var count: Swift.Int?
            package init(count: Swift.Int? = nil) { self.count = count }
        }

        package enum Output: Sendable, Hashable {
            case ok(OpenAPIRuntime.HTTPBody)
            case undocumented(statusCode: Swift.Int, OpenAPIRuntime.UndocumentedPayload)
        }
    }

    /// `PUT /backup`, as bytes in both directions.
    package enum Backup {
        package static let id: Swift.String = "backup"

        package struct Input: Sendable, Hashable {
            package var body: OpenAPIRuntime.HTTPBody
            package init(body: OpenAPIRuntime.HTTPBody) { self.body = body }
        }

        package enum Output: Sendable, Hashable {
            case ok(OpenAPIRuntime.HTTPBody)
            case undocumented(statusCode: Swift.Int, OpenAPIRuntime.UndocumentedPayload)
        }
    }
}
