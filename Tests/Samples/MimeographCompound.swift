import MimeographImage
import MimeographXML

private let image = ImageResponseSerializer()
