import Mimeograph
import MimeographCompound
import MimeographImage
import MimeographJSON
import MimeographPropertyList
import MimeographSession
import MimeographText
import MimeographXML

func reading(serializers: SerializerRegistry, body: [UInt8], head: ResponseHead) throws {
    let user = try serializers.read(User.self, from: body, head: head)
    let outcome = serializers.outcome(User.self, from: body, head: head)
    use((user, outcome))
}

func validation(api: inout HTTPSessionManager) {
    api.serializers.validation.statusCodes = [200..<300, 404...404]
    api.serializers.validation.contentTypes = .ranges(["application/json"])
    api.serializers.validation = .none
}

func values(api: HTTPSessionManager, session: SessionManager, request: RequestMessage) async throws {
    let bytes: [UInt8] = try await api.reading(with: .bytes).get("users/7")
    let text: String = try await api.reading(with: .text).get("users/7")
    let json: JSON = try await api.get("users/7")
    let document: XML.Document = try await api.get("users/7.xml")
    let list: PropertyList = try await api.get("users/7.plist")
    let image: Image = try await api.get("users/7.png")
    use((bytes, text, json, document, list, image))

    let response = try await session.response(for: request)
    let titles = try await XMLParserResponseSerializer().read(response.body, head: response.head, with: Titles())
    print(titles.count)
}

func options() {
    let stripping = JSONPlugin(nullStripping: .objectMembersAndArrayElements)
    let objects = JSONResponseSerializer(options: JSONReadingOptions(allowsFragments: false))
    let dates = JSONPlugin(dates: .iso8601, keys: .snakeCase)
    let xml = XMLPlugin(reading: XMLReadingOptions(documentTypes: .refuse))
    let lists = PropertyListPlugin(reading: PropertyListReadingOptions(allowsOpenStep: true))
    let images = ImagePlugin(reading: ImageReadingOptions(scale: 2))
    use((stripping, objects, dates, xml, lists, images))

    let json = JSONResponseSerializer.afnetworking
    let text = TextResponseSerializer()
    let either = CompoundResponseSerializer(anyOf: json, text, policy: .afnetworking)
    print(either.serializers.count)
}

func errors(api: HTTPSessionManager) async throws {
    do throws(SessionError) {
        try await api.get("users/7")
    } catch {
        if let detail = error.serialization { print(detail.code) }
        print(error.url ?? "no request")
        print(error.head?.status ?? 0)
        let body = error.body
        let decoded = error.decodedBody as? JSON
        use((body, decoded))
    }
}
