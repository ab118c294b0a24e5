import tensorflow.compat.v1 as tf
tf.disable_v2_behavior()

a = tf.constant(2.0)
with tf.Session() as session:
    print(session.run(a * 3))
