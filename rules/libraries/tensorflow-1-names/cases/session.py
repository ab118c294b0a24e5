import tensorflow as tf

a = tf.constant(2.0)
with tf.Session() as session:
    print(session.run(a * 3))
