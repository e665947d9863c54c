"""What lies in a picture: detections, and what each says; stages behind two small interfaces."""
