import Mimeograph
import MimeographEventStream

let serializers = try SerializerRegistry { EventStreamPlugin() }
let head = ResponseHead(status: 200, fields: ["Content-Type": "text/event-stream"])
var writer = EventStreamWriter()
let body = try writer.bytes(of: ServerSentEvent(type: "price", data: "3\n50", lastEventID: "7"))
for event in try serializers.read([ServerSentEvent].self, from: body, head: head) {
    print("event: \(event.type), \(event.data.split(separator: "\n").joined(separator: ".")), \(event.lastEventID)")
}
