// Written by hand in the form of Swift OpenAPI Generator, with `accessModifier: package`: a client for four operations.
import HTTPTypes
@_spi(Generated) import OpenAPIRuntime

import struct Foundation.URL

package struct Client: Sendable {
    private let client: UniversalClient

    package init(
        serverURL: Foundation.URL,
        configuration: Configuration = .init(),
        transport: any ClientTransport,
        middlewares: [any ClientMiddleware] = []
    ) {
        self.client = .init(
            serverURL: serverURL,
            configuration: configuration,
            transport: transport,
            middlewares: middlewares
        )
    }

    private var converter: Converter { client.converter }

    package func createPet(_ input: Operations.CreatePet.Input) async throws -> Operations.CreatePet.Output {
        try await client.send(
            input: input,
            forOperation: Operations.CreatePet.id,
            serializer: { input in
                let path = try converter.renderedPath(template: "/pets", parameters: [])
                var request: HTTPTypes.HTTPRequest = .init(soar_path: path, method: .post)
                suppressMutabilityWarning(&request)
                try converter.setQueryItemAsURI(
                    in: &request,
                    style: .form,
                    explode: true,
                    name: "note",
                    value: input.query.note
                )
                converter.setAcceptHeader(in: &request.headerFields, contentTypes: input.headers.accept)
                let body: OpenAPIRuntime.HTTPBody?
                switch input.body {
                case .json(let value):
                    body = try converter.setRequiredRequestBodyAsJSON(
                        value,
                        headerFields: &request.headerFields,
                        contentType: "application/json; charset=utf-8"
                    )
                case .xml(let value):
                    body = try converter.setRequiredRequestBodyAsXML(
                        value,
                        headerFields: &request.headerFields,
                        contentType: "application/xml"
                    )
                }
                return (request, body)
            },
            deserializer: { response, responseBody in
                switch response.status.code {
                case 201:
                    let contentType = converter.extractContentTypeIfPresent(in: response.headerFields)
                    let body: Operations.CreatePet.Output.Created.Body
                    let chosenContentType = try converter.bestContentType(
                        received: contentType,
                        options: ["application/json", "application/xml"]
                    )
                    switch chosenContentType {
                    case "application/json":
                        body = try await converter.getResponseBodyAsJSON(
                            Components.Schemas.Pet.self,
                            from: responseBody,
                            transforming: { value in .json(value) }
                        )
                    case "application/xml":
                        body = try await converter.getResponseBodyAsXML(
                            Components.Schemas.Pet.self,
                            from: responseBody,
                            transforming: { value in .xml(value) }
                        )
                    default: preconditionFailure("bestContentType chose an invalid content type.")
                    }
                    return .created(.init(body: body))
                default:
                    return .undocumented(
                        statusCode: response.status.code,
                        .init(headerFields: response.headerFields, body: responseBody)
                    )
                }
            }
        )
    }

    package func uploadPhoto(_ input: Operations.UploadPhoto.Input) async throws -> Operations.UploadPhoto.Output {
        try await client.send(
            input: input,
            forOperation: Operations.UploadPhoto.id,
            serializer: { input in
                let path = try converter.renderedPath(template: "/pets/{}/photos", parameters: [input.petId])
                var request: HTTPTypes.HTTPRequest = .init(soar_path: path, method: .post)
                suppressMutabilityWarning(&request)
                let body = try converter.setRequiredRequestBodyAsMultipart(
                    input.body,
                    headerFields: &request.headerFields,
                    contentType: "multipart/form-data",
                    allowsUnknownParts: true,
                    requiredExactlyOncePartNames: ["photo"],
                    requiredAtLeastOncePartNames: [],
                    atMostOncePartNames: ["caption"],
                    zeroOrMoreTimesPartNames: [],
                    encoding: { part in
                        var headerFields: HTTPTypes.HTTPFields = .init()
                        switch part {
                        case .caption(let wrapped):
                            let body = try converter.setRequiredRequestBodyAsBinary(
                                wrapped.payload.body,
                                headerFields: &headerFields,
                                contentType: "text/plain"
                            )
                            return .init(
                                name: "caption",
                                filename: wrapped.filename,
                                headerFields: headerFields,
                                body: body
                            )
                        case .photo(let wrapped):
                            let body = try converter.setRequiredRequestBodyAsBinary(
                                wrapped.payload.body,
                                headerFields: &headerFields,
                                contentType: "application/octet-stream"
                            )
                            return .init(
                                name: "photo",
                                filename: wrapped.filename,
                                headerFields: headerFields,
                                body: body
                            )
                        case .undocumented(let value): return value
                        }
                    }
                )
                return (request, body)
            },
            deserializer: { response, responseBody in
                switch response.status.code {
                case 200:
                    let contentType = converter.extractContentTypeIfPresent(in: response.headerFields)
                    return try converter.getResponseBodyAsMultipart(
                        OpenAPIRuntime.MultipartBody<Operations.UploadPhoto.Part>.self,
                        from: responseBody,
                        transforming: { value in .ok(value) },
                        boundary: contentType.requiredBoundary(),
                        allowsUnknownParts: true,
                        requiredExactlyOncePartNames: ["photo"],
                        requiredAtLeastOncePartNames: [],
                        atMostOncePartNames: ["caption"],
                        zeroOrMoreTimesPartNames: [],
                        decoding: { part in
                            let (name, filename) = try converter.extractContentDispositionNameAndFilename(
                                in: part.headerFields
                            )
                            switch name {
                            case "caption":
                                return .caption(.init(payload: .init(body: part.body), filename: filename))
                            case "photo":
                                return .photo(.init(payload: .init(body: part.body), filename: filename))
                            default: return .undocumented(part)
                            }
                        }
                    )
                default:
                    return .undocumented(
                        statusCode: response.status.code,
                        .init(headerFields: response.headerFields, body: responseBody)
                    )
                }
            }
        )
    }

    package func watchPets(_ input: Operations.WatchPets.Input = .init()) async throws -> Operations.WatchPets.Output {
        try await client.send(
            input: input,
            forOperation: Operations.WatchPets.id,
            serializer: { input in
                let path = try converter.renderedPath(template: "/pets/events", parameters: [])
                var request: HTTPTypes.HTTPRequest = .init(soar_path: path, method: .get)
                suppressMutabilityWarning(&request)
                try converter.setQueryItemAsURI(
                    in: &request,
                    style: .form,
                    explode: true,
                    name: "count",
                    value: input.count
                )
                return (request, nil)
            },
            deserializer: { response, responseBody in
                switch response.status.code {
                case 200:
                    return try converter.getResponseBodyAsBinary(
                        OpenAPIRuntime.HTTPBody.self,
                        from: responseBody,
                        transforming: { value in .ok(value) }
                    )
                default:
                    return .undocumented(
                        statusCode: response.status.code,
                        .init(headerFields: response.headerFields, body: responseBody)
                    )
                }
            }
        )
    }

    package func backup(_ input: Operations.Backup.Input) async throws -> Operations.Backup.Output {
        try await client.send(
            input: input,
            forOperation: Operations.Backup.id,
            serializer: { input in
                let path = try converter.renderedPath(template: "/backup", parameters: [])
                var request: HTTPTypes.HTTPRequest = .init(soar_path: path, method: .put)
                suppressMutabilityWarning(&request)
                let body = try converter.setRequiredRequestBodyAsBinary(
                    input.body,
                    headerFields: &request.headerFields,
                    contentType: "application/octet-stream"
                )
                return (request, body)
            },
            deserializer: { response, responseBody in
                switch response.status.code {
                case 200:
                    return try converter.getResponseBodyAsBinary(
                        OpenAPIRuntime.HTTPBody.self,
                        from: responseBody,
                        transforming: { value in .ok(value) }
                    )
                default:
                    return .undocumented(
                        statusCode: response.status.code,
                        .init(headerFields: response.headerFields, body: responseBody)
                    )
                }
            }
        )
    }
}
